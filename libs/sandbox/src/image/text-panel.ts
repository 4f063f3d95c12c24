import { type FittedText, fitText, LINE_HEIGHT } from './lettering/fit-text.js';
import { drawLine, toWidth } from './lettering/text-line.js';
import { type ImageSize } from './size.js';
import { rectangle } from './svg.js';

/** Heights of capitals in pixels, below which nobody can read them. */
const MIN_TEXT = 4.6;
const MIN_FOOTER = 5;
const MAX_ON_TINY_IMAGES = 7;

/** Cards lie at the bottom left, plates in the middle; bands go from edge to edge, and so do captions, in small. */
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

/** So little shines through that the text can be read on anything. */
export const PANEL_OPACITY = 0.9;

/** A panel with a text on it and a footer under that, as shapes in the order of painting. */
export function drawTextPanel(panel: TextPanel): string[] {
  const layout = layOut(panel);
  const { unit, padding, text, footer, box } = layout;
  const { colors, kind } = panel;
  const toLeft = (width: number): number =>
    kind === 'plate' ? box.x + (box.width - width) / 2 : leftEdge(panel, layout);
  const firstBaseline = box.y + padding + accentRoom(unit) + text.capitalHeight;
  const lines = text.lines.map((line, index) =>
    drawLine(line, {
      x: toLeft(toWidth(line) * text.capitalHeight),
      baseline: firstBaseline + index * LINE_HEIGHT * text.capitalHeight,
      capitalHeight: text.capitalHeight,
      color: colors.text,
    }),
  );
  const accent = { x: toLeft(unit * 9), y: box.y + padding, width: unit * 9, height: unit * 0.9 };
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
    x: toLeft(footer.width),
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
  const roomWidth = width - 2 * (margin + padding);
  const fittedFooter = fitFooter(footer, roomWidth, unit);
  const fitted = fitText(text, {
    width: Math.min(roomWidth, unit * 92),
    height: height * (kind === 'caption' ? 0.24 : 0.46),
    largest: Math.max(MAX_ON_TINY_IMAGES, unit * (kind === 'caption' ? 4.2 : 5.5)),
    smallest: Math.max(MIN_TEXT, unit * 1.9),
  });
  const footerRoom = fittedFooter === undefined ? 0 : fittedFooter.capitalHeight + unit * 4.4;
  const textHeight = fitted.capitalHeight * Math.max(0, 1.2 + LINE_HEIGHT * (fitted.lines.length - 1));
  const lineWidths = fitted.lines.map((line) => toWidth(line) * fitted.capitalHeight);
  const contentWidth = Math.max(fittedFooter?.width ?? 0, unit * 9, ...lineWidths);
  const box = {
    width: spansCanvas(kind) ? width : contentWidth + 2 * padding,
    height: 2 * padding + accentRoom(unit) + textHeight + footerRoom,
  };
  return {
    unit,
    padding,
    text: fitted,
    footer: fittedFooter,
    box: { ...box, ...place(kind, { width, height }, box, margin) },
  };
}

function spansCanvas(kind: PanelKind): boolean {
  return kind === 'band' || kind === 'caption';
}

function accentRoom(unit: number): number {
  return unit * 4;
}

function place(kind: PanelKind, canvas: ImageSize, box: ImageSize, margin: number): { x: number; y: number } {
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

/** Text on a band starts where a card's would. */
function leftEdge({ kind }: TextPanel, { unit, padding, box }: Layout): number {
  return box.x + padding + (spansCanvas(kind) ? unit * 5 : 0);
}

/** On an image too small for it there is none. */
function fitFooter(text: string, roomWidth: number, unit: number): Footer | undefined {
  const capitalHeight = Math.max(MIN_FOOTER, unit * 1.6);
  const width = toWidth(text) * capitalHeight;
  return width > roomWidth ? undefined : { text, width, capitalHeight };
}
