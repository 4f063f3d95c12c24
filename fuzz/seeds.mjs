import { DATA_URL, PNG, conversations } from './conversation-seeds.mjs';

/** Half a second of silence. */
const WAV = wave(8_000);

const CHAT_MODELS = ['chat', 'gpt', 'claude', 'gemini', 'sandbox-chat'];

const post = (name, path, body) => ({ name, method: 'POST', path, body });
const form = (name, path, fields, files) => ({ name, method: 'POST', path, form: { fields, files } });

/**
 * Valid requests to every endpoint, with so many members that a small change reaches all of the code that reads them.
 * `link` is the URL of an image that the gateway may fetch.
 */
export function makeSeeds(link) {
  return [
    ...CHAT_MODELS.flatMap((model) => conversations(model, link)),
    ...texts(),
    ...media(link),
    ...videos(link),
    ...reads(),
  ];
}

function texts() {
  const documents = ['Bread is baked from flour.', { text: 'Oslo is the capital of Norway.' }];
  return [
    ...['embedding', 'gemini-embedding', 'sandbox-embedding'].flatMap((model) => [
      post(`embeddings → ${model}`, '/v1/embeddings', {
        model,
        input: ['one', 'two'],
        encoding_format: 'base64',
        dimensions: 8,
        user: 'somebody',
      }),
      post(`embedContent → ${model}`, `/v1beta/models/${model}:embedContent`, {
        content: { parts: [{ text: 'one' }] },
        taskType: 'RETRIEVAL_QUERY',
        outputDimensionality: 8,
      }),
      post(`batchEmbedContents → ${model}`, `/v1beta/models/${model}:batchEmbedContents`, {
        requests: [{ model: `models/${model}`, content: { parts: [{ text: 'one' }] } }],
      }),
    ]),
    ...['jina', 'cohere', 'sandbox-rerank'].flatMap((model) =>
      ['/v1/rerank', '/v2/rerank'].map((path) =>
        post(`rerank ${path} → ${model}`, path, {
          model,
          query: 'capital of Norway',
          documents,
          top_n: 2,
          return_documents: true,
          max_tokens_per_doc: 64,
        }),
      ),
    ),
    ...['moderation', 'sandbox-moderation'].map((model) =>
      post(`moderations → ${model}`, '/v1/moderations', {
        model,
        input: [
          { type: 'text', text: 'hello' },
          { type: 'image_url', image_url: { url: DATA_URL } },
        ],
      }),
    ),
    post('client secrets', '/v1/realtime/client_secrets', {
      expires_after: { anchor: 'created_at', seconds: 60 },
      session: { type: 'realtime', model: 'sandbox-realtime', instructions: 'Be brief.' },
    }),
    post('realtime sessions', '/v1/realtime/sessions', { model: 'sandbox-realtime', voice: 'alloy' }),
  ];
}

function media(link) {
  const image = { name: 'image', filename: 'a.png', type: 'image/png', data: Buffer.from(PNG, 'base64') };
  const recording = { name: 'file', filename: 'a.wav', type: 'audio/wav', data: WAV };
  return [
    ...['image', 'gemini', 'sandbox-image'].flatMap((model) => [
      post(`images → ${model}`, '/v1/images/generations', {
        model,
        prompt: 'a harbour at night',
        n: 1,
        size: '256x256',
        quality: 'low',
        background: 'opaque',
        output_format: 'png',
        user: 'somebody',
      }),
      form(
        `image edits → ${model}`,
        '/v1/images/edits',
        { model, prompt: 'a harbour', n: '1', size: '256x256' },
        [image, { ...image, name: 'mask' }],
      ),
      post(`image edits by link → ${model}`, '/v1/images/edits', {
        model,
        prompt: 'a harbour',
        images: [{ image_url: link }, { image_url: DATA_URL }],
      }),
    ]),
    ...['speech', 'gemini', 'sandbox-speech'].map((model) =>
      post(`speech → ${model}`, '/v1/audio/speech', {
        model,
        input: 'Good morning.',
        voice: 'alloy',
        instructions: 'Speak slowly.',
        response_format: 'wav',
        speed: 1,
      }),
    ),
    ...['transcribe', 'gemini', 'sandbox-transcribe'].flatMap((model) => [
      form(
        `transcriptions → ${model}`,
        '/v1/audio/transcriptions',
        {
          model,
          prompt: 'names',
          language: 'en',
          response_format: 'verbose_json',
          temperature: '0',
          'timestamp_granularities[]': 'word',
        },
        [recording],
      ),
      form(`subtitles → ${model}`, '/v1/audio/transcriptions', { model, response_format: 'srt' }, [
        recording,
      ]),
      form(`translations → ${model}`, '/v1/audio/translations', { model }, [recording]),
    ]),
  ];
}

function videos(link) {
  const body = {
    prompt: 'a harbour at night',
    duration: 1,
    width: 320,
    height: 180,
    fps: 12,
    seed: 3,
    n: 1,
    metadata: { project: 'x' },
  };
  return ['video', 'gemini', 'sandbox-video'].flatMap((model) => [
    {
      name: `video generations → ${model}`,
      method: 'POST',
      path: '/v1/video/generations',
      body: { model, ...body, image: link, webhook_url: link },
    },
    {
      name: `predictLongRunning → ${model}`,
      method: 'POST',
      path: `/v1beta/models/${model}:predictLongRunning`,
      body: {
        instances: [{ prompt: 'a harbour', image: { bytesBase64Encoded: PNG, mimeType: 'image/png' } }],
        parameters: { aspectRatio: '16:9', durationSeconds: 4, resolution: '720p', seed: 3 },
      },
    },
    {
      name: `videos → ${model}`,
      method: 'POST',
      path: '/v1/videos',
      body: { model, prompt: 'x', seconds: '4', size: '1280x720' },
    },
    {
      name: `videos, as a form → ${model}`,
      method: 'POST',
      path: '/v1/videos',
      form: {
        fields: { model, prompt: 'a harbour', seconds: '4' },
        files: [
          {
            name: 'input_reference',
            filename: 'a.png',
            type: 'image/png',
            data: Buffer.from(PNG, 'base64'),
          },
        ],
      },
    },
  ]);
}

function reads() {
  const paths = [
    '/',
    '/v1/models',
    '/v1/models/chat',
    '/v1beta/models?pageSize=2&pageToken=x',
    '/v1beta/models/gemini',
    '/v1/responses/resp_0123456789abcdef',
    '/v1/responses/resp_0123456789abcdef?stream=true&starting_after=3',
    '/v1/responses/resp_0123456789abcdef/input_items?limit=2&order=asc&after=x',
    '/v1/videos?limit=2&order=desc&after=video_1',
    '/v1/videos/video_0123456789abcdef',
    '/v1/videos/video_0123456789abcdef/content?variant=thumbnail',
    '/v1/video/generations?limit=2&cursor=x',
    '/v1/video/generations/0123456789abcdef',
    '/v1/video/generations/0123456789abcdef/events',
    '/v1/realtime?model=sandbox-realtime',
    '/media/0123456789abcdef.png?expires=1&signature=x',
    '/console/tokens',
    '/docs',
    '/readyz',
    '/metrics',
  ];
  const others = [
    ['DELETE', '/v1/responses/resp_0123456789abcdef'],
    ['POST', '/v1/responses/resp_0123456789abcdef/cancel'],
    ['DELETE', '/v1/videos/video_0123456789abcdef'],
    ['POST', '/v1/video/generations/0123456789abcdef/cancel'],
    ['OPTIONS', '/v1/chat/completions'],
    ['HEAD', '/v1/models'],
    ['PUT', '/v1/models'],
  ];
  return [
    ...paths.map((path) => ({ name: `GET ${path}`, method: 'GET', path })),
    ...others.map(([method, path]) => ({ name: `${method} ${path}`, method, path })),
  ];
}

function wave(samples) {
  const data = Buffer.alloc(44 + samples);
  data.write('RIFF', 0);
  data.writeUInt32LE(36 + samples, 4);
  data.write('WAVEfmt ', 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(8_000, 24);
  data.writeUInt32LE(16_000, 28);
  data.writeUInt16LE(2, 32);
  data.writeUInt16LE(16, 34);
  data.write('data', 36);
  data.writeUInt32LE(samples, 40);
  return data;
}
