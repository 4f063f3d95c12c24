import { type Picture, pictureElement } from './picture.js';
import { type ImageSize } from './size.js';
import { rectangle } from './svg.js';

/** They stay in the upper part, away from the text. */
const SHARE_OF_HEIGHT = 0.4;

/** Further pictures, as small square prints with a white border, in rows at the top. */
export function drawInsets(pictures: readonly Picture[], canvas: ImageSize): string[] {
  const gap = Math.min(canvas.width, canvas.height) * 0.025;
  const { side, columns } = fitSquares(pictures.length, canvas, gap);
  const border = side * 0.04;
  const left = (canvas.width - columns * side - (columns - 1) * gap) / 2;
  return pictures.map((picture, index) => {
    const x = left + (index % columns) * (side + gap);
    const y = gap + Math.floor(index / columns) * (side + gap);
    const inner = side - 2 * border;
    return (
      rectangle({ x, y, width: side, height: side }, { rx: border, fill: '#ffffff' }) +
      pictureElement(picture, { x: x + border, y: y + border, width: inner, height: inner })
    );
  });
}

/** The largest squares of which so many find room. */
function fitSquares(count: number, canvas: ImageSize, gap: number): { side: number; columns: number } {
  const mostSide = Math.min(canvas.width, canvas.height) * 0.28;
  const options = Array.from({ length: Math.max(1, count) }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    const sideByWidth = (canvas.width - gap * (columns + 1)) / columns;
    const sideByHeight = (canvas.height * SHARE_OF_HEIGHT - gap * (rows + 1)) / rows;
    return { side: Math.max(1, Math.min(mostSide, sideByWidth, sideByHeight)), columns };
  });
  return options.reduce((best, option) => (option.side >= best.side ? option : best));
}
