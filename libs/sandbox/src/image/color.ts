/** A colour as the eye orders it (OKLCH): lightness from 0 to 1, chroma from 0 to about 0.3, hue in degrees. */
export interface Color {
  lightness: number;
  chroma: number;
  hue: number;
}

type Triple = [number, number, number];

const CHROMA_STEP = 0.95;

/** As `#rrggbb`. What a screen cannot show is made paler until it can. */
export function toHex(color: Color): string {
  const [red, green, blue] = toScreen(color).map((channel) =>
    Math.round(gammaEncode(channel) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${red}${green}${blue}`;
}

function toScreen(color: Color): Triple {
  let { chroma } = color;
  let channels = toLinear({ ...color, chroma });
  while (chroma > 0.001 && channels.some((channel) => channel < 0 || channel > 1)) {
    chroma *= CHROMA_STEP;
    channels = toLinear({ ...color, chroma });
  }
  return channels.map((channel) => Math.min(1, Math.max(0, channel))) as Triple;
}

/** The matrices are those of Björn Ottosson's definition of Oklab. */
function toLinear({ lightness, chroma, hue }: Color): Triple {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function gammaEncode(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}
