import { Button, Group, Image, Input, Slider, Stack, Text } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import classes from './mask-painter.module.css';

interface MaskPainterProps {
  imageUrl: string;
  onChange: (mask: File | undefined) => void;
}

/** The width of the brush, relative to the width of the image. */
const BRUSH = { narrowest: 0.02, widest: 0.3, initial: 0.1 };

interface Point {
  x: number;
  y: number;
}

/** Shows the image and lets the user paint a mask over the area to edit. */
export function MaskPainter({ imageUrl, onChange }: MaskPainterProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [brush, setBrush] = useState(BRUSH.initial);
  const clear = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, canvas.current.width, canvas.current.height);
    onChange(undefined);
  };
  const updateMask = async (): Promise<void> => {
    if (canvas.current !== null) onChange(await createMask(canvas.current));
  };
  return (
    <Stack gap="xs">
      <Text size="sm">
        Paint over the area to edit. Without a mask, the model may change the whole image.
      </Text>
      <div className={classes.frame}>
        <Image
          src={imageUrl}
          alt="The image to edit"
          onLoad={({ currentTarget: image }) => {
            if (canvas.current === null) return;
            canvas.current.width = image.naturalWidth;
            canvas.current.height = image.naturalHeight;
            onChange(undefined);
          }}
        />
        <BrushCanvas canvas={canvas} brush={brush} onPainted={() => void updateMask()} />
      </div>
      <Group gap="md" align="flex-end">
        <Input.Wrapper label="Brush" component="div" flex={1}>
          <Slider
            thumbLabel="Brush width"
            min={BRUSH.narrowest}
            max={BRUSH.widest}
            step={0.01}
            label={null}
            value={brush}
            onChange={setBrush}
          />
        </Input.Wrapper>
        <Button size="xs" variant="default" leftSection={<IconEraser size={14} />} onClick={clear}>
          Clear mask
        </Button>
      </Group>
    </Stack>
  );
}

interface BrushCanvasProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  brush: number;
  onPainted: () => void;
}

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The canvas of the mask. Arrow keys move the brush and paint, starting in the middle of the image. */
function BrushCanvas({ canvas, brush, onPainted }: BrushCanvasProps) {
  const last = useRef<Point>(undefined);
  const isPainting = useRef(false);
  const paintTo = (target: HTMLCanvasElement, point: Point): void => {
    paint(target, last.current ?? point, point, brush * target.width);
    last.current = point;
  };
  const startStroke = (event: PointerEvent<HTMLCanvasElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    isPainting.current = true;
    last.current = undefined;
    paintTo(event.currentTarget, toImagePoint(event.currentTarget, event));
  };
  const endStroke = (): void => {
    if (isPainting.current) onPainted();
    isPainting.current = false;
  };
  const strokeByKey = (event: KeyboardEvent<HTMLCanvasElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const { width, height } = event.currentTarget;
    const from = last.current ?? { x: width / 2, y: height / 2 };
    const distance = (brush * width) / 2;
    paintTo(event.currentTarget, { x: from.x + step.x * distance, y: from.y + step.y * distance });
    onPainted();
  };
  return (
    <canvas
      ref={canvas}
      className={classes.canvas}
      tabIndex={0}
      // The canvas handles the arrow keys, and no other role tells this to screen readers.
      // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
      role="application"
      aria-label="Mask. Paint with the pointer, or move the brush with the arrow keys."
      onPointerDown={startStroke}
      onPointerMove={(event) => {
        if (isPainting.current) paintTo(event.currentTarget, toImagePoint(event.currentTarget, event));
      }}
      onPointerUp={endStroke}
      onPointerCancel={endStroke}
      onKeyDown={strokeByKey}
    />
  );
}

/** The position of the pointer in pixels of the image, which may be shown at another size. */
function toImagePoint(
  canvas: HTMLCanvasElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const box = canvas.getBoundingClientRect();
  return {
    x: ((clientX - box.left) / box.width) * canvas.width,
    y: ((clientY - box.top) / box.height) * canvas.height,
  };
}

/** Paints a line between two points, or a dot if they are equal. */
function paint(canvas: HTMLCanvasElement, from: Point, to: Point, width: number): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.strokeStyle = 'rgb(224 49 49)';
  context.lineWidth = width;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}

/** The mask for the API: an image of the same size that is transparent where the user painted. */
async function createMask(painted: HTMLCanvasElement): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = painted.width;
  canvas.height = painted.height;
  const context = canvas.getContext('2d');
  context?.fillRect(0, 0, canvas.width, canvas.height);
  if (context) context.globalCompositeOperation = 'destination-out';
  context?.drawImage(painted, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob === null ? undefined : new File([blob], 'mask.png', { type: 'image/png' });
}
