export interface Point {
  x: number;
  y: number;
}

/** Where on the image a pointer is, however large the image is shown. */
export function pointOn(
  canvas: HTMLCanvasElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const box = canvas.getBoundingClientRect();
  return {
    x: ((clientX - box.left) / box.width) * canvas.width,
    y: ((clientY - box.top) / box.height) * canvas.height,
  };
}

/** A stroke of the brush from one point to another; a dot, where they are the same. */
export function paint(canvas: HTMLCanvasElement, from: Point, to: Point, width: number): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.strokeStyle = 'rgb(224 49 49)';
  pen.lineWidth = width;
  pen.lineCap = 'round';
  pen.beginPath();
  pen.moveTo(from.x, from.y);
  pen.lineTo(to.x, to.y);
  pen.stroke();
}

/** The mask that services want: an image of the same size, transparent where somebody painted. */
export async function getMask(painted: HTMLCanvasElement): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = painted.width;
  canvas.height = painted.height;
  const pen = canvas.getContext('2d');
  pen?.fillRect(0, 0, canvas.width, canvas.height);
  if (pen) pen.globalCompositeOperation = 'destination-out';
  pen?.drawImage(painted, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob === null ? undefined : new File([blob], 'mask.png', { type: 'image/png' });
}
