/** Attributes of an SVG element. Numbers are rounded to two decimals. */
type Attributes = Readonly<Record<string, string | number | undefined>>;

export type Point = readonly [x: number, y: number];

export function element(name: string, attributes: Attributes, content = ''): string {
  const attributeText = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? formatNumber(value) : value}"`)
    .join('');
  return content === '' ? `<${name}${attributeText}/>` : `<${name}${attributeText}>${content}</${name}>`;
}

export function circle([cx, cy]: Point, r: number, attributes: Attributes): string {
  return element('circle', { cx, cy, r, ...attributes });
}

export function rectangle(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  attributes: Attributes,
): string {
  return element('rect', { x, y, width, height, ...attributes });
}

export function polygon(points: readonly Point[], attributes: Attributes): string {
  return element('path', { d: `${polyline(points)}Z`, ...attributes });
}

/** Path data of straight lines from point to point. */
export function polyline(points: readonly Point[]): string {
  return points
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${formatNumber(x)} ${formatNumber(y)}`)
    .join('');
}

/**
 * Path data of a smooth line near the points. They are its control points, and it passes through the middles between
 * them.
 */
export function smoothLine(points: readonly Point[]): string {
  const [first, ...others] = points;
  if (first === undefined) return '';
  const bends = others.map(([x, y], index) => {
    const [nextX, nextY] = others[index + 1] ?? [x, y];
    return `Q${formatNumber(x)} ${formatNumber(y)} ${formatNumber((x + nextX) / 2)} ${formatNumber((y + nextY) / 2)}`;
  });
  return `M${formatNumber(first[0])} ${formatNumber(first[1])}${bends.join('')}`;
}

/** A gradient from top to bottom, for `fill="url(#id)"`. */
export function verticalGradient(id: string, colors: readonly string[]): string {
  const stops = colors.map((color, index) =>
    element('stop', { offset: index / (colors.length - 1), 'stop-color': color }),
  );
  return element('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, stops.join(''));
}

export function formatNumber(number: number): string {
  return String(Math.round(number * 100) / 100);
}
