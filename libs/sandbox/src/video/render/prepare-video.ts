import { type Palette } from '../../image/palette.js';
import { type Actor, type Moment } from './actor.js';
import { type VideoSpec, getFrameCount } from './video-spec.js';
import { floatLights } from './float-lights.js';
import { AT_REST, type Frame, paintLayer } from './paint-layer.js';
import { setScene } from './set-scene.js';
import { drawTimeStrip, getStripHeight } from './time-strip.js';
import { writeTitle } from './write-title.js';
import { imageElement, readImage } from '../../image/image.js';
import { easeInOut, getShare } from './easing.js';
import { drawWhole } from './layer.js';

const DISSOLVE_FROM = 0.15;

const DISSOLVE_LENGTH = 0.35;

const ZOOM = 0.08;

/** The share of the video after which the image is so faint that a title is legible. */
const FAINT_IMAGE_SHARE = 0.38;

/** Everything that is drawn once. */
export interface PreparedVideo {
  spec: VideoSpec;
  palette: Palette;
  scenery: Actor[];
  image: Actor | undefined;
  title: Actor[];
}

export async function prepareVideo(spec: VideoSpec): Promise<PreparedVideo> {
  const scene = await setScene(spec);
  const lights = await floatLights(spec, scene);
  const image = spec.image && (await showImage(spec, spec.image));
  const roomAboveStrip = { width: spec.width, height: spec.height - getStripHeight(spec) };
  const titleFrom = spec.durationSeconds * (image === undefined ? 0.05 : FAINT_IMAGE_SHARE);
  return {
    spec,
    palette: scene.palette,
    scenery: [...scene.planes, ...lights],
    image,
    title: await writeTitle(spec, roomAboveStrip, scene, titleFrom),
  };
}

/** Paints the image with this number over the previous content of the frame. */
export async function paintFrame(video: PreparedVideo, frameNumber: number, frame: Frame): Promise<void> {
  const { spec, palette, scenery, image, title } = video;
  const moment: Moment = {
    seconds: frameNumber / spec.framesPerSecond,
    share: frameNumber / getFrameCount(spec),
  };
  const imageOpacity = image?.poseAt(moment).opacity ?? 0;
  const visible = imageOpacity === 1 ? [] : scenery;
  const actors = [...visible, ...(image === undefined ? [] : [image]), ...title];
  for (const { layer, poseAt } of actors) paintLayer(frame, layer, poseAt(moment));
  const strip = await drawTimeStrip(spec, frameNumber, palette);
  paintLayer(frame, strip, { ...AT_REST, opacity: 1 - imageOpacity });
}

/** The image that the video starts with: unchanged at first, then it is enlarged and dissolves. */
async function showImage(spec: VideoSpec, image: Uint8Array): Promise<Actor> {
  const decodedImage = await readImage(Buffer.from(image), 'image');
  return {
    layer: await drawWhole(spec, imageElement(decodedImage, spec)),
    poseAt: ({ share }) => ({
      x: 0,
      y: 0,
      scale: 1 + ZOOM * share,
      opacity: 1 - easeInOut(getShare(share, DISSOLVE_FROM, DISSOLVE_LENGTH)),
    }),
  };
}
