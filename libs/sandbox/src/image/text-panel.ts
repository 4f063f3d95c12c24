import { type FittedText, fitText, LINE_HEIGHT } from './lettering/fit-text.js';
import { drawLine, measureWidth } from './lettering/text-line.js';
import { type ImageSize } from './size.js';
import { rectangle } from './svg.js';

/** In pixels. Smaller capitals are not legible. */
const MIN_TEXT = 4.6;
const MIN_FOOTER = 5;
const MAX_ON_TINY_IMAGES = 7;

/**
 * Cards are at the bottom left, plates in the middle. Bands reach from edge to edge, and so do captions, which are
 * small.
 */
export type PanelKind = 'card' | 'plate' | 'band' | 'caption';

export interface TextPanel extends ImageSize {
  kind: PanelKind;
  text: string;
  footer: string;
  colors: { panel: string; text: string; accent: string };
}

interface Footer {
  text: string;
  width: number;
  capitalHeight: number;
}

interface Layout {
  unit: number;
  padding: number;
  text: FittedText;
  footer: Footer | undefined;
  box: { x: number; y: number; width: number; height: number };
}

/** Nearly opaque, so that the text is legible on any artwork. */
export const PANEL_OPACITY = 0.9;

/** A panel with a text and a footer below it, as shapes in painting order. */
export function drawTextPanel(panel: TextPanel): string[] {
  const layout = layOut(panel);
  const { unit, padding, text, footer, box } = layout;
  const { colors, kind } = panel;
  const getLeft = (width: number): number =>
    kind === 'plate' ? box.x + (box.width - width) / 2 : getTextLeft(panel, layout);
  const firstBaseline = box.y + padding + getAccentHeight(unit) + text.capitalHeight;
  const lines = text.lines.map((line, index) =>
    drawLine(line, {
      x: getLeft(measureWidth(line) * text.capitalHeight),
      baseline: firstBaseline + index * LINE_HEIGHT * text.capitalHeight,
      capitalHeight: text.capitalHeight,
      color: colors.text,
    }),
  );
  const accent = { x: getLeft(unit * 9), y: box.y + padding, width: unit * 9, height: unit * 0.9 };
  const shapes = [
    rectangle(box, {
      rx: spansCanvas(kind) ? undefined : unit * 1.6,
      fill: colors.panel,
      'fill-opacity': PANEL_OPACITY,
    }),
    rectangle(accent, { rx: unit * 0.45, fill: colors.accent }),
    ...lines,
  ];
  if (footer === undefined) return shapes;
  const footerLine = drawLine(footer.text, {
    x: getLeft(footer.width),
    baseline: box.y + box.height - padding,
    capitalHeight: footer.capitalHeight,
    color: colors.text,
  });
  return [...shapes, footerLine];
}

function layOut({ kind, text, footer, width, height }: TextPanel): Layout {
  const unit = Math.min(Math.sqrt(width * height), 1.6 * Math.min(width, height)) / 100;
  const margin = unit * 5;
  const padding = unit * 4.2;
  const maxTextWidth = width - 2 * (margin + padding);
  const fittedFooter = fitFooter(footer, maxTextWidth, unit);
  const fitted = fitText(text, {
    width: Math.min(maxTextWidth, unit * 92),
    height: height * (kind === 'caption' ? 0.24 : 0.46),
    largest: Math.max(MAX_ON_TINY_IMAGES, unit * (kind === 'caption' ? 4.2 : 5.5)),
    smallest: Math.max(MIN_TEXT, unit * 1.9),
  });
  const footerHeight = fittedFooter === undefined ? 0 : fittedFooter.capitalHeight + unit * 4.4;
  const textHeight = fitted.capitalHeight * Math.max(0, 1.2 + LINE_HEIGHT * (fitted.lines.length - 1));
  const lineWidths = fitted.lines.map((line) => measureWidth(line) * fitted.capitalHeight);
  const contentWidth = Math.max(fittedFooter?.width ?? 0, unit * 9, ...lineWidths);
  const box = {
    width: spansCanvas(kind) ? width : contentWidth + 2 * padding,
    height: 2 * padding + getAccentHeight(unit) + textHeight + footerHeight,
  };
  return {
    unit,
    padding,
    text: fitted,
    footer: fittedFooter,
    box: { ...box, ...placeBox(kind, { width, height }, box, margin) },
  };
}

function spansCanvas(kind: PanelKind): boolean {
  return kind === 'band' || kind === 'caption';
}

function getAccentHeight(unit: number): number {
  return unit * 4;
}

function placeBox(
  kind: PanelKind,
  canvas: ImageSize,
  box: ImageSize,
  margin: number,
): { x: number; y: number } {
  switch (kind) {
    case 'card':
      return { x: margin, y: canvas.height - margin - box.height };
    case 'plate':
      return { x: (canvas.width - box.width) / 2, y: (canvas.height - box.height) * 0.56 };
    case 'band':
      return { x: 0, y: canvas.height - 1.6 * margin - box.height };
    case 'caption':
      return { x: 0, y: canvas.height - box.height };
  }
}

/** The text on a band starts where that on a card would. */
function getTextLeft({ kind }: TextPanel, { unit, padding, box }: Layout): number {
  return box.x + padding + (spansCanvas(kind) ? unit * 5 : 0);
}

/** Undefined if the image is too small for a footer. */
function fitFooter(text: string, roomWidth: number, unit: number): Footer | undefined {
  const capitalHeight = Math.max(MIN_FOOTER, unit * 1.6);
  const width = measureWidth(text) * capitalHeight;
  return width > roomWidth ? undefined : { text, width, capitalHeight };
}
