import { type Color, toHex } from './color.js';
import { type Random } from './random.js';

/** Colours that go together, as `#rrggbb`. */
export interface Palette {
  /** What everything stands on. */
  ground: string;
  /** From the ground's side to the far end of the scale. */
  shades: readonly [string, string, string, string, string];
  /** From the other side of the colour circle; for little. */
  accent: string;
  /** The light of a low sun. */
  glow: string;
  /** Nearly white and nearly black: the text's colours, and those of what is behind it. */
  paper: string;
  ink: string;
}

/** Neighbours on the colour circle, getting darker or lighter, and one colour from the other side. */
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
