import { type Random } from './random.js';

/** Matching colors, as `#rrggbb`. */
export interface Palette {
  /** The background. */
  ground: string;
  /** A scale of colors that starts near the background. */
  shades: readonly [string, string, string, string, string];
  /** From the opposite side of the color wheel, for small areas. */
  accent: string;
  /** The light of a low sun. */
  glow: string;
  /** Nearly white and nearly black: the colors of text and of the panel behind it. */
  paper: string;
  ink: string;
}

const CHROMA_STEP = 0.95;

/** Neighbors on the color wheel that get darker or lighter, and one color from the opposite side. */
export function choosePalette(random: Random): Palette {
  const hue = random.between(0, 360);
  const spread = random.between(45, 110) * random.pick([-1, 1]);
  const chroma = random.between(0.09, 0.16);
  const isNight = random.chance(0.45);
  const [from, to] = isNight ? [0.34, 0.86] : [0.88, 0.4];
  const shade = (share: number): Color => ({
    lightness: from + (to - from) * share,
    chroma: chroma * (0.65 + 0.35 * Math.sin(Math.PI * share)),
    hue: hue + spread * share,
  });
  return {
    ground: toHex(isNight ? { lightness: 0.25, chroma: 0.06, hue } : { lightness: 0.945, chroma: 0.03, hue }),
    shades: [toHex(shade(0)), toHex(shade(0.25)), toHex(shade(0.5)), toHex(shade(0.75)), toHex(shade(1))],
    accent: toHex({
      lightness: isNight ? 0.78 : 0.66,
      chroma: 0.15,
      hue: hue + spread / 2 + 180 + random.between(-25, 25),
    }),
    glow: toHex({ lightness: 0.85, chroma: 0.13, hue: random.between(50, 92) }),
    paper: toHex({ lightness: 0.98, chroma: 0.012, hue }),
    ink: toHex({ lightness: 0.22, chroma: 0.045, hue }),
  };
}

/**
 * A color in OKLCH, which orders colors as they are perceived: lightness from 0 to 1, chroma from 0 to about 0.3, hue
 * in degrees.
 */
interface Color {
  lightness: number;
  chroma: number;
  hue: number;
}

type Triple = [number, number, number];

/** As `#rrggbb`. A color that screens cannot show is made paler until they can. */
function toHex(color: Color): string {
  const [red, green, blue] = fitToSrgb(color).map((channel) =>
    Math.round(gammaEncode(channel) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${red}${green}${blue}`;
}

function fitToSrgb(color: Color): Triple {
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
