import { blocks } from './blocks.js';
import { circles } from './circles.js';
import { currents } from './currents.js';
import { dunes } from './dunes.js';
import { facets } from './facets.js';
import { type Style } from './style.js';
import { sunburst } from './sunburst.js';
import { tiles } from './tiles.js';

export const STYLES: readonly [Style, ...Style[]] = [
  dunes,
  circles,
  currents,
  tiles,
  facets,
  sunburst,
  blocks,
];
