const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^avi[fs]$/, 'image/avif'],
  [/^(hei[cxms]|hev[cx])$/, 'image/heic'],
  [/^qt {2}$/, 'video/quicktime'],
  [/^(M4[ABP]|F4[AB]) $/, 'audio/mp4'],
  [/^3g[eghprst]\d$/, 'video/3gpp'],
  [/^3g2[a-c]$/, 'video/3gpp2'],
  [/^(iso[m2-9a-c]|mp4[12]|avc1|hvc1|av01|dash|cmf[cs2]|mmp4|MSNV|M4V[ HP]|F4V )$/, 'video/mp4'],
];

/** Image brands whose format is identified by a later brand, if at all. */
const STILL_IMAGES = /^(mif[12]|msf1)$/;

/** MP4, QuickTime and image formats of the same structure: all start with a box that lists their brands. */
export function sniffIsoMedia(bytes: Buffer): string | undefined {
  const box = bytes.toString('latin1', 4, 8);
  if (box === 'ftyp') return findBrandsType(readBrands(bytes));
  // QuickTime files may be older than brands.
  return box === 'moov' || box === 'mdat' || box === 'wide' ? 'video/quicktime' : undefined;
}

/** The most important brand comes first. */
function readBrands(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

function findBrandsType(brands: readonly string[]): string | undefined {
  for (const brand of brands) {
    const [, type] = BRANDS.find(([pattern]) => pattern.test(brand)) ?? [];
    if (type !== undefined) return type;
  }
  return brands.some((brand) => STILL_IMAGES.test(brand)) ? 'image/heif' : undefined;
}
