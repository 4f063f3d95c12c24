/** Pixels from the top left, row by row: red, green, blue, alpha, with the colours multiplied by alpha. */
export interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

/** Draws on a thread of its own. The renderer is loaded by the first who draws. */
export async function rasterise(svg: string): Promise<Pixels> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: 'off' });
  return { width: image.width, height: image.height, data: image.pixels };
}
