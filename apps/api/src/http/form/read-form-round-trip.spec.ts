import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Form, type FormEntry } from '#canonical';
import { HttpTransport, readWholeBody } from '#egress';
import * as fc from 'fast-check';
import { FormServer } from './testing/form-server.js';
import { listOpenFiles } from './testing/list-open-files.js';

const NO_SIGNAL = new AbortController().signal;

interface FieldPlan {
  name: string;
  value: string;
}

interface FilePlan {
  name: string;
  fileName: string;
  content: Buffer;
}

/** Valid UTF-8 text. Text that looks like one of the three escapes of browsers is excluded, because it would be decoded. */
const text = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .string({
      unit: fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 1 }),
        fc.constantFrom('"', '\r', '\n', '\\', ';', '%', '--'),
      ),
      maxLength,
    })
    .filter((value) => Buffer.from(value).toString() === value && !/%22|%0d|%0a/i.test(value));
const name = text(20).filter((value) => value !== '' && !value.includes('\\'));
const content = fc
  .array(
    fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.constantFrom('\r\n', '\r\n--', '--', '\r')),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .chain((chunks) => {
    const bytes = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as Uint8Array)));
    return fc
      .constantFrom(1, 1, 500)
      .map((repeated) => Buffer.concat(Array.from({ length: repeated }, () => bytes)));
  });
const fieldPlan: fc.Arbitrary<FieldPlan> = fc.record({ name, value: text(200) });
const filePlan: fc.Arbitrary<FilePlan> = fc.record({
  name,
  fileName: fc.stringMatching(/^[a-zäöü漢 "]{0,20}\.(wav|png)$/).filter((value) => value === value.trim()),
  content,
});
const formPlan = fc.array(fc.oneof(fieldPlan, filePlan), { maxLength: 8 });

/** Converts bytes to text, which Jest compares much faster. */
function toComparable(part: FieldPlan | FilePlan): object {
  return 'value' in part ? part : { ...part, content: part.content.toString('latin1') };
}

describe('readForm with a form of HttpTransport', () => {
  let server: FormServer;
  let folder: string;
  const http = new HttpTransport();

  beforeAll(async () => {
    server = await FormServer.start();
    folder = await mkdtemp(join(tmpdir(), 'modelgate-form-'));
  });

  afterAll(async () => {
    await http.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  const realise = async (plan: readonly (FieldPlan | FilePlan)[]): Promise<Form> =>
    Promise.all(
      plan.map(async (part, index): Promise<FormEntry> => {
        if ('value' in part) return part;
        const path = join(folder, String(index));
        await writeFile(path, part.content);
        const file = {
          path,
          sizeBytes: part.content.length,
          fileName: part.fileName,
          mediaType: 'audio/wav',
        };
        return { name: part.name, file };
      }),
    );

  it('is received as it was sent, with any content', async () => {
    await fc.assert(
      fc.asyncProperty(formPlan, async (plan) => {
        const request = { url: server.url, headers: {}, body: await realise(plan) };
        const response = await http.send(request, { signal: NO_SIGNAL, connectMs: 1_000 });
        const body = await readWholeBody(response.body, 10_000);
        expect({ status: response.status, body: body.toString() }).toEqual({ status: 200, body: '{}' });
        const { form = [], contents } = server.outcomes.at(-1) ?? { contents: [] };
        const received = form.map((entry) =>
          'value' in entry
            ? entry
            : {
                name: entry.name,
                fileName: entry.file.fileName,
                content: contents.shift()?.toString('latin1'),
              },
        );
        expect(received).toEqual(plan.map(toComparable));
      }),
      { numRuns: 30 },
    );
    await expect(server.spooled()).resolves.toEqual([]);
    expect(listOpenFiles(folder)).toEqual([]);
  });

  it('gets a response, however it is damaged or split into chunks', async () => {
    const shape = fc.constantFrom(
      '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n',
      '--B\r\nContent-Disposition: form-data; name="f"; filename="x"\r\nContent-Type: audio/wav\r\n\r\nxyz\r\n',
      '--B\r\n',
      '--B--\r\n',
      '--B--',
      '--B',
      '--',
      '\r\n',
      '\r\n\r\n',
      '\0',
      'Content-Disposition: form-data; name="',
      ':',
    );
    const damaged = fc.array(shape, { maxLength: 12 }).map((chunks) => Buffer.from(chunks.join('')));
    server.limits = { idleMs: 2_000 };
    await fc.assert(
      fc.asyncProperty(damaged, fc.integer({ min: 1, max: 40 }), async (body, chunkBytes) => {
        const chunks: Buffer[] = [];
        for (let at = 0; at < body.length; at += chunkBytes) chunks.push(body.subarray(at, at + chunkBytes));
        const { status } = await server.send(chunks);
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 60 },
    );
    await expect(server.spooled()).resolves.toEqual([]);
    expect(listOpenFiles(server.spoolFolder)).toEqual([]);
  });
});
