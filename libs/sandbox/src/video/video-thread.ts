import { parentPort, workerData } from 'node:worker_threads';
import { type VideoSpec } from './render/video-spec.js';
import { makeVideo } from './render/make-video.js';

/** The messages of the thread. */
export type VideoThreadMessage = { progress: number } | { video: Uint8Array };

const post = (message: VideoThreadMessage): void => parentPort?.postMessage(message, []);

const video = await makeVideo(workerData as VideoSpec, (progress) => post({ progress }));
post({ video });
