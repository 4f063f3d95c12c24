import { checkKey } from '../openai/entry-checks.js';
import { buildFailure, toRefusal } from '../openai/errors.js';
import { Refused } from '../refused.js';
import type { Service } from '../service.js';
import { wholeAnswer } from '../whole-answer.js';

/** Images and videos that were returned as a link. The link works without a key. */
export const files: Service = {
  credentialHeaders: [],
  headers: () => ({ 'cache-control': 'private, max-age=3600' }),
  check({ method, route }, { storedFiles }) {
    if (storedFiles.has(route) && method === 'GET') return;
    throw new Refused('The specified blob does not exist.', { status: 404 });
  },
  refusal: toRefusal,
  failure: buildFailure,
  answer({ route }, { storedFiles, options }) {
    const { sizeBytes, drip } = options.files ?? {};
    const file = storedFiles.get(route) ?? Buffer.alloc(0);
    const contentType = route.endsWith('.mp4') ? 'video/mp4' : 'image/png';
    const filling = Buffer.alloc(Math.max(0, (sizeBytes ?? 0) - file.length));
    return wholeAnswer(Buffer.concat([file, filling]), { contentType, ...(drip && { drip }) });
  },
};

export const guardedFiles: Service = {
  ...files,
  credentialHeaders: ['authorization'],
  check(request, account) {
    checkKey(request, account);
    files.check(request, account);
  },
};
