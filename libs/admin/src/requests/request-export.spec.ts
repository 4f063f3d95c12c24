import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { LISTED_FACTS } from '#declarations';
import { getFields } from '../input/field.js';
import { writeRequestsCsv } from './request-export.js';
import { RequestView } from './request.dto.js';

async function* noPages(): AsyncGenerator<never[]> {}

describe('every fact of a request', () => {
  it('is a column of the CSV file, after the columns of earlier versions', async () => {
    const { value: header } = await writeRequestsCsv(noPages()).next();
    const columns = String(header).trimEnd().split(',');
    expect(columns).toEqual(expect.arrayContaining(LISTED_FACTS.map(({ column }) => column)));
    expect(columns.slice(0, 4)).toEqual(['id', 'started_at', 'outcome', 'model']);
  });

  it('is a field of the admin API', () => {
    const names = getFields(RequestView).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(LISTED_FACTS.map(({ column }) => column)));
  });
});
