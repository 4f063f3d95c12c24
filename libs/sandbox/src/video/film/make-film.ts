import { FilmEncoder } from './encode-film.js';
import { type FilmOrder, frameCountOf } from './film-order.js';
import { type Frame } from './paint-layer.js';
import { paintFrame, prepareFilm } from './prepare-film.js';

/** Paints and encodes a film on this thread, picture by picture. Progress goes from 0 to 1. */
export async function makeFilm(order: FilmOrder, onProgress: (progress: number) => void): Promise<Buffer> {
  const film = await prepareFilm(order);
  const encoder = await FilmEncoder.open(order);
  const { width, height } = order;
  const frame: Frame = { width, height, pixels: new Uint32Array(width * height) };
  const frameCount = frameCountOf(order);
  for (let frameNumber = 0; frameNumber < frameCount; frameNumber += 1) {
    await paintFrame(film, frameNumber, frame);
    encoder.add(frame);
    onProgress((frameNumber + 1) / frameCount);
  }
  return encoder.finish();
}
