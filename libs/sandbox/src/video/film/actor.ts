import { type Layer } from './layer.js';
import { type Pose } from './paint-layer.js';

/** A moment of the film. */
export interface Moment {
  seconds: number;
  /** Of the whole film, from 0 to 1. */
  share: number;
}

/** A layer that knows its way. */
export interface Actor {
  layer: Layer;
  poseAt: (moment: Moment) => Pose;
}
