import { type Layer } from './layer.js';
import { type Pose } from './paint-layer.js';

/** A moment of the video. */
export interface Moment {
  seconds: number;
  /** Of the whole video, from 0 to 1. */
  share: number;
}

/** A layer that knows its way. */
export interface Actor {
  layer: Layer;
  poseAt: (moment: Moment) => Pose;
}
