import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ImageSize } from './size.js';

const PIXELS_PER_TURN = 500_000;

/** Goes through an image row by row, and every so often lets others have their turn. */
export async function forEachRow({ width, height }: ImageSize, work: (row: number) => void): Promise<void> {
  const rowsPerTurn = Math.ceil(PIXELS_PER_TURN / width);
  for (let row = 0; row < height; row += 1) {
    if (row > 0 && row % rowsPerTurn === 0) await nextTurn();
    work(row);
  }
}
