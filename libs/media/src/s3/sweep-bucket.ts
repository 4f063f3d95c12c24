import { type S3Objects } from './s3-objects.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** 20,000 objects, because a maintenance run must end soon. */
const MAX_PAGES = 20;

export interface BucketSweep {
  prefix: string;
  /** The token of the page at which an earlier sweep stopped. */
  from: string | undefined;
  isOurs: (key: string) => boolean;
  now: Date;
  /** Objects that were written before this time are removed. */
  keepFrom: Date;
}

/** Removes old objects of the gateway and unfinished uploads. `next` is where the next sweep continues. */
export async function sweepBucket(
  objects: S3Objects,
  { prefix, from, isOurs, now, keepFrom }: BucketSweep,
): Promise<{ removed: number; next: string | undefined }> {
  let removed = from === undefined ? await abortOldUploads(objects, { prefix, isOurs, now }) : 0;
  let next = from;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await objects.list(prefix, next);
    for (const { key, changedAt } of listed.objects) {
      if (!isOurs(key) || !(changedAt < keepFrom)) continue;
      await objects.delete(key);
      removed += 1;
    }
    ({ next } = listed);
    if (next === undefined) break;
  }
  return { removed, next };
}

/** Not every service can list uploads. Services that cannot remove unfinished ones by rules of their own. */
async function abortOldUploads(
  objects: S3Objects,
  { prefix, isOurs, now }: Pick<BucketSweep, 'prefix' | 'isOurs' | 'now'>,
): Promise<number> {
  const uploads = await objects.listUploads(prefix).catch(() => []);
  const old = uploads.filter(
    ({ key, startedAt }) => isOurs(key) && now.getTime() - startedAt.getTime() > DAY_MS,
  );
  for (const { key, uploadId } of old) await objects.abortUpload(key, uploadId).catch(() => undefined);
  return old.length;
}
