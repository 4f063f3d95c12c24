import { forEachRow } from './for-each-row.js';
import { type Pixels } from './rasterise.js';
import { type ImageSize } from './size.js';

/** The rectangle around everything that a mask lets through. */
export interface Hole extends ImageSize {
  x: number;
  y: number;
}

export async function findHole(mask: Pixels): Promise<Hole | undefined> {
  const { width, height, data } = mask;
  let [left, right, top, bottom] = [width, -1, height, -1];
  await forEachRow(mask, (y) => {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3] === 255) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  });
  if (right === -1) return undefined;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Paints over `picture` in place, by as much as the alpha of `mask` leaves room for. A byte drops what is behind the point. */
export async function paintThrough(mask: Pixels, paint: Pixels, picture: Pixels): Promise<void> {
  const rowBytes = picture.width * 4;
  await forEachRow(picture, (row) => {
    for (let pixel = row * rowBytes; pixel < (row + 1) * rowBytes; pixel += 4) {
      const kept = (mask.data[pixel + 3] ?? 255) / 255;
      if (kept === 1) continue;
      for (let index = pixel; index < pixel + 4; index += 1) {
        const mixed = (picture.data[index] ?? 0) * kept + (paint.data[index] ?? 0) * (1 - kept);
        picture.data[index] = mixed + 0.5;
      }
    }
  });
}
