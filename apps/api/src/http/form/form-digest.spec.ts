import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type FormEntry } from '#canonical';
import { digestForm } from './form-digest.js';

const digest = async (...form: FormEntry[]): Promise<string> => (await digestForm(form)).toString();

describe('digestForm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-digest-'));

  afterAll(() => rmSync(folder, { recursive: true }));

  const file = (name: string, content: string, fileName = 'a.png'): FormEntry => {
    const path = join(folder, `${name}-${fileName}-${content}`);
    writeFileSync(path, content);
    return { name, file: { path, sizeBytes: content.length, mediaType: 'image/png', fileName } };
  };

  it('is the same for the same fields and files in any order', async () => {
    const prompt = { name: 'prompt', value: 'x' };
    expect(await digest(prompt, file('image', '1'))).toBe(await digest(file('image', '1', 'b.png'), prompt));
  });

  it('differs if a name, a value or the order of equal names differs', async () => {
    const digests = await Promise.all([
      digest({ name: 'a', value: '1' }),
      digest({ name: 'a', value: '2' }),
      digest({ name: 'b', value: '1' }),
      digest({ name: 'a', value: '1' }, { name: 'a', value: '2' }),
      digest({ name: 'a', value: '2' }, { name: 'a', value: '1' }),
      digest(file('a', '1')),
      digest(file('a', '2')),
      digest(),
    ]);
    expect(new Set(digests).size).toBe(digests.length);
  });
});
