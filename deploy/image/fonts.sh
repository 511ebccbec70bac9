#!/bin/sh
# Fonts for plots as PDF: every script once but two, upright, and bold where Latin and its neighbours have it (typst falls back to what it finds).
# Run once, while the image is built. Of 130 MB that the packages hold, no plot opens the rest: italics, serifs beside sans, faces for signs.
set -eu
apt-get update -q
apt-get install -q --yes --no-install-recommends fonts-noto-core fonts-noto-cjk
rm -rf /var/lib/apt/lists/* /var/cache/apt/*
cd /usr/share/fonts
find . -type f ! -name 'Noto*-Regular.tt[fc]' ! -name 'NotoSans*-Bold.ttf' -delete
# Chinese, Japanese and Korean are one file; its serif sister and those for fixed width are as large.
find . -name 'Noto*CJK*' ! -name 'NotoSansCJK-Regular.ttc' -delete
# A script with a sans needs no serif, nor the wider cut for large sizes.
for serif in truetype/noto/NotoSerif*-Regular.ttf; do
    sans=$(echo "$serif" | sed 's/NotoSerif/NotoSans/')
    if [ -e "$sans" ]; then rm "$serif"; fi
done
# Nor does a plot have signs of SignWriting (5 MB) or Tangut (3 MB): it is refused with a sentence that names the letter.
rm -f truetype/noto/NotoSansDisplay-* truetype/noto/NotoSerifDisplay-* truetype/noto/NotoSansSignWriting-* truetype/noto/NotoSerifTangut-*
echo "$(find . -type f | wc -l) fonts, $(du -sm . | cut -f1) MB"
