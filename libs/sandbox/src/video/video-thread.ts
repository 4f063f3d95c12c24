import { parentPort, workerData } from 'node:worker_threads';
import { type VideoSpec } from './render/video-spec.js';
import { makeVideo } from './render/make-video.js';

/** What the thread tells about its work. */
export type VideoNews = { progress: number } | { video: Uint8Array };

const tell = (news: VideoNews): void => parentPort?.postMessage(news, []);

const video = await makeVideo(workerData as VideoSpec, (progress) => tell({ progress }));
tell({ video });
