import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VIDEO_CASES } from './cases.js';
import { VIDEO_ROWS } from './rows.js';
import { VideoTable } from './run-cases.js';

const TIMEOUT_MS = 120_000;

const table = new VideoTable(VIDEO_ROWS, VIDEO_CASES);

beforeAll(() => table.start(), TIMEOUT_MS);

afterAll(() => table.stop());

describe.each(VIDEO_ROWS.map((row) => [row.provider, row] as const))('videos of %s', (_provider, row) => {
  const cases = VIDEO_CASES.filter(({ isFor }) => isFor?.(row) ?? true);

  it.each(cases.map((one) => [one.name, one] as const))(
    '%s',
    async (_name, one) => {
      const ended = await table.end(row, one);
      expect(['completed', 'failed']).toContain(ended.task.status);
      await one.check(ended);
    },
    TIMEOUT_MS,
  );
});
