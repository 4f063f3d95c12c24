/** The prefix of the application name of workers' connections. The rest of the name identifies the worker. */
const WORKER = 'modelgate worker ';

/** The maximum length of a name in the database. */
const MAX_NAME_LENGTH = 63;

/** The application name of a worker's connections, by which other processes find the running workers. */
export function workerApplicationName(worker: string): string {
  return `${WORKER}${worker.slice(-(MAX_NAME_LENGTH - WORKER.length))}`;
}

/** Matches the names of all workers' connections. */
export const WORKER_APPLICATIONS = `${WORKER}%`;
