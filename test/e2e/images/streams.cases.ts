import { beforeAll, describe, expect, it } from '@jest/globals';
import { toFile } from 'openai';
import { getImage } from '../../fake-upstream/index.js';
import { TEST_TOKEN, startTestGateway } from '../../harness/index.js';
import { type ImageHarness } from './image-harness.js';

const PROMPT = 'A lighthouse at dusk';
const IMAGE = getImage({ prompt: PROMPT }).toString('base64');
const toDraft = (draft: number): string => getImage({ prompt: PROMPT, draft }).toString('base64');

async function collect<Event>(stream: AsyncIterable<Event>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

export function describeStreams(harnessed: () => ImageHarness): void {
  describe('partial images', () => {
    let harness: ImageHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const generate = (model: string, partial_images = 0) =>
      harness.openai.images.generate({ model, prompt: PROMPT, stream: true, partial_images });

    it.each(['gpt-image', 'other'])('reach the OpenAI client from %s', async (model) => {
      const events = await collect(await generate(model, 2));
      expect(events.map(({ type, b64_json: base64 }) => [type, base64])).toEqual([
        ['image_generation.partial_image', toDraft(0)],
        ['image_generation.partial_image', toDraft(1)],
        ['image_generation.completed', IMAGE],
      ]);
      expect(events.at(-1)).toMatchObject({ usage: { output_tokens: 16 } });
    });

    it('reach it when an image is edited', async () => {
      const image = await toFile(getImage({ prompt: 'first' }), 'first.png');
      const stream = await harness.openai.images.edit({
        model: 'gpt-image',
        prompt: PROMPT,
        image,
        stream: true,
        partial_images: 1,
      });
      expect((await collect(stream)).map(({ type }) => type)).toEqual([
        'image_edit.partial_image',
        'image_edit.completed',
      ]);
    });

    it('are the bytes that the upstream sent', async () => {
      const raw = [
        ': hello\n\n',
        'event: image_generation.partial_image\ndata: {"type":"image_generation.partial_image", "b64_json":"QQ=="}\n\n',
        `event: image_generation.completed\r\ndata: {"type":"image_generation.completed","b64_json":"${IMAGE}","x":1.0}\r\n\r\n`,
      ];
      harness.upstream.script({ kind: 'chunks', rawChunks: raw });
      const response = await harness.post('generations', { model: 'other', prompt: PROMPT, stream: true });
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(await response.text()).toBe(raw.join(''));
    });

    it('may be large, up to a limit', async () => {
      const large = 'A'.repeat(12 * 2 ** 20);
      harness.upstream.script({
        kind: 'chunks',
        events: [{ type: 'image_generation.completed', b64_json: large }],
      });
      const [event] = await collect(await generate('other'));
      expect(event?.b64_json).toHaveLength(large.length);
      harness.upstream.script({ kind: 'oversized-event', bytes: 17 * 2 ** 20 });
      await expect(generate('other')).rejects.toMatchObject({ status: 502 });
    });

    it.each(['gemini', 'imagen'])('are complete at once if they come from %s', async (model) => {
      const { data: stream, response } = await generate(model, 2).withResponse();
      expect(response.headers.get('x-modelgate-warnings')).toBe('partial_images');
      const events = await collect(stream);
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({
        type: 'image_generation.completed',
        b64_json: IMAGE,
        size: '4x4',
        output_format: 'png',
        usage: { total_tokens: model === 'gemini' ? 20 : 0 },
      });
    });

    it('are complete at once if the upstream does not support streams', async () => {
      harness.upstream.script({ kind: 'json', body: { created: 1, data: [{ b64_json: IMAGE }] } });
      const events = await collect(await generate('other', 1));
      expect(events).toMatchObject([{ type: 'image_generation.completed', b64_json: IMAGE }]);
    });

    it.each([
      { kind: 'in-band-error', afterEvents: 1 },
      { kind: 'end-early', afterEvents: 1 },
      { kind: 'truncate', afterEvents: 1 },
      { kind: 'reset', afterEvents: 1 },
    ] as const)('end in an error after $kind', async (fault) => {
      harness.upstream.script(fault);
      const seen: string[] = [];
      const read = async (): Promise<void> => {
        for await (const { type } of await generate('gpt-image', 2)) seen.push(type);
      };
      await expect(read()).rejects.toHaveProperty('message');
      expect(seen).toEqual(['image_generation.partial_image']);
    });

    it('report an error in an event', async () => {
      harness.upstream.script({ kind: 'in-band-error', afterEvents: 1 });
      const response = await harness.post('generations', {
        model: 'gpt-image',
        prompt: PROMPT,
        stream: true,
        partial_images: 1,
      });
      const chunks: string[] = [];
      const read = async (): Promise<void> => {
        for await (const chunk of response.body ?? [])
          chunks.push(Buffer.from(chunk as Uint8Array).toString());
      };
      // The connection is closed after the error event, so that a client cannot take the stream for a complete one.
      await read().catch(() => undefined);
      const text = chunks.join('');
      expect(text).toMatch(
        /event: error\ndata: \{"type":"error","error":\{.*"code":"upstream_stream_error"\}\}\n\n$/,
      );
      expect(text).not.toContain('image_generation.completed');
    });

    it('come from the next channel if the first fails before its first event', async () => {
      const gateway = await startTestGateway({
        channels: ['first', 'second'].map((name, index) => ({
          name,
          provider: 'openai-compatible',
          baseUrl: harness.upstream.url,
          apiKey: 'sk-upstream-1',
          models: ['m'],
          priority: 10 - index,
        })),
      });
      for (const fault of [
        { kind: 'end-early', afterEvents: 0 },
        { kind: 'in-band-error', afterEvents: 0 },
        { kind: 'html', status: 200 },
      ] as const) {
        harness.upstream.script(fault);
        const response = await fetch(`${gateway.baseUrl}/images/generations`, {
          method: 'POST',
          headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'm', prompt: PROMPT, stream: true }),
        });
        expect(response.headers.get('x-modelgate-channel')).toBe('second');
        expect(await response.text()).toContain(IMAGE);
      }
      await gateway.stop();
    });
  });
}
