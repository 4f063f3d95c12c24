/** By this the database knows connections of workers; what follows tells one from another. */
const WORKER = 'modelgate worker ';

/** The database keeps no more of a name than this. */
const MAX_NAME_LENGTH = 63;

/** The name of a worker's connections: whoever asks after workers finds out by them who is alive. */
export function workerApplicationName(worker: string): string {
  return `${WORKER}${worker.slice(-(MAX_NAME_LENGTH - WORKER.length))}`;
}

/** Matches the names of all workers' connections. */
export const WORKER_APPLICATIONS = `${WORKER}%`;
