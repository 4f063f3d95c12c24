import { type Layer } from './layer.js';
import { type Pose } from './paint-layer.js';

/** A moment of the video. */
export interface Moment {
  seconds: number;
  /** The share of the video that is over, from 0 to 1. */
  share: number;
}

/** A layer and its motion. */
export interface Actor {
  layer: Layer;
  poseAt: (moment: Moment) => Pose;
}
