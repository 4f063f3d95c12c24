import { parentPort, workerData } from 'node:worker_threads';
import { type FilmOrder } from './film/film-order.js';
import { makeFilm } from './film/make-film.js';

/** What the thread tells about its work. */
export type FilmNews = { progress: number } | { film: Uint8Array };

const tell = (news: FilmNews): void => parentPort?.postMessage(news, []);

const film = await makeFilm(workerData as FilmOrder, (progress) => tell({ progress }));
tell({ film });
