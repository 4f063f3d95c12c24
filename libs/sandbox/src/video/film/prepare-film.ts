import { type Palette } from '../../image/palette.js';
import { type Actor, type Moment } from './actor.js';
import { type FilmOrder, frameCountOf } from './film-order.js';
import { floatLights } from './float-lights.js';
import { AT_REST, type Frame, paintLayer } from './paint-layer.js';
import { setScene } from './set-scene.js';
import { PICTURE_IS_FAINT_AT, showPicture } from './show-picture.js';
import { drawTimeStrip, stripHeightOf } from './time-strip.js';
import { writeTitle } from './write-title.js';

/** Everything that is drawn once. */
export interface PreparedFilm {
  order: FilmOrder;
  palette: Palette;
  scenery: Actor[];
  picture: Actor | undefined;
  title: Actor[];
}

export async function prepareFilm(order: FilmOrder): Promise<PreparedFilm> {
  const scene = await setScene(order);
  const lights = await floatLights(order, scene);
  const picture = order.image && (await showPicture(order, order.image));
  const roomAboveStrip = { width: order.width, height: order.height - stripHeightOf(order) };
  const titleFrom = order.durationSeconds * (picture === undefined ? 0.05 : PICTURE_IS_FAINT_AT);
  return {
    order,
    palette: scene.palette,
    scenery: [...scene.planes, ...lights],
    picture,
    title: await writeTitle(order, roomAboveStrip, scene, titleFrom),
  };
}

/** Paints the picture with this number over whatever the frame showed before. */
export async function paintFrame(film: PreparedFilm, frameNumber: number, frame: Frame): Promise<void> {
  const { order, palette, scenery, picture, title } = film;
  const moment: Moment = {
    seconds: frameNumber / order.framesPerSecond,
    share: frameNumber / frameCountOf(order),
  };
  const pictureOpacity = picture?.poseAt(moment).opacity ?? 0;
  const visible = pictureOpacity === 1 ? [] : scenery;
  const actors = [...visible, ...(picture === undefined ? [] : [picture]), ...title];
  for (const { layer, poseAt } of actors) paintLayer(frame, layer, poseAt(moment));
  const strip = await drawTimeStrip(order, frameNumber, palette);
  paintLayer(frame, strip, { ...AT_REST, opacity: 1 - pictureOpacity });
}
