const RADIUS = 0.5;
const CORNERS = 8;

/** A tiny polygon which the pen's width rounds off: a dot a little stronger than a stroke. */
export function dot(x: number, y: number): string {
  const corners = Array.from({ length: CORNERS }, (_, index) => {
    const angle = (index * 2 * Math.PI) / CORNERS;
    return `${(x + RADIUS * Math.cos(angle)).toFixed(2)} ${(y + RADIUS * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
}
