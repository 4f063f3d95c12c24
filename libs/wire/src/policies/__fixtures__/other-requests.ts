import { type ClientFormatId } from '../../format-ids.js';
import { type RequestBody } from '../request-view.js';
import { type ViewedFormat } from '../../request-formats.js';

const FILE = { path: '/tmp/upload', sizeBytes: 3, mediaType: 'image/png', fileName: 's1.png' };

/** Bodies like those of conversations.ts. */
export const OTHER_REQUESTS: Record<Exclude<ViewedFormat, ClientFormatId>, RequestBody[]> = {
  'openai-embeddings': [
    { model: 'keep', input: 'u1', user: 'keep' },
    { input: ['u1', 'u2'] },
    { input: [[1, 2]] },
  ],
  'gemini-embed-content': [
    { model: 'keep', title: 'u1', taskType: 'keep', content: { parts: [{ text: 'u2' }] } },
  ],
  'gemini-batch-embed-contents': [
    {
      requests: [
        { model: 'keep', content: { parts: [{ text: 'u1' }] } },
        { title: 'u2', content: { parts: [{ text: 'u3' }] } },
      ],
    },
  ],
  'openai-images': [{ model: 'keep', prompt: 'u1', negative_prompt: 'u2', size: 'keep', user: 'keep' }],
  'openai-image-edits': [
    { model: 'keep', prompt: 'u1', images: [{ image_url: 'keep' }] },
    [
      { name: 'model', value: 'keep' },
      { name: 'prompt', value: 'u1' },
      { name: 'image[]', file: FILE },
    ],
  ],
  'jina-rerank': [
    { model: 'keep', query: 'u1', documents: ['u2', 'u3'] },
    {
      query: { image: 'keep' },
      documents: [
        { text: 'u1', id: 'keep' },
        { name: 'u2', more: { x: ['u3'] }, url: 'keep' },
      ],
    },
  ],
  'cohere-rerank': [{ model: 'keep', query: 'u1', documents: ['u2'], rank_fields: ['keep'] }],
  'openai-moderations': [
    { model: 'keep', input: 'u1' },
    { input: ['u1', 'u2'] },
    {
      input: [
        { type: 'text', text: 'u1' },
        { type: 'image_url', image_url: { url: 'keep' } },
      ],
    },
  ],
  'openai-speech': [{ model: 'keep', input: 'u1', instructions: 'u2', voice: 'keep' }],
  'openai-transcriptions': [
    [
      { name: 'file', file: FILE },
      { name: 'model', value: 'keep' },
      { name: 'prompt', value: 'u1' },
      { name: 'keywords[]', value: 'u2' },
      { name: 'language', value: 'keep' },
    ],
  ],
  'openai-audio-translations': [
    [
      { name: 'prompt', value: 'u1' },
      { name: 'model', value: 'keep' },
    ],
  ],
  'video-generations': [
    {
      model: 'keep',
      prompt: 'u1',
      image: 'keep',
      webhook_url: 'keep',
      metadata: { negative_prompt: 'u2', image_url: 'keep' },
    },
    [
      { name: 'prompt', value: 'u1' },
      { name: 'metadata', value: '{"negative_prompt":"u2"}' },
      { name: 'image', file: FILE },
    ],
  ],
  'openai-videos': [
    { model: 'keep', prompt: 'u1', input_reference: { image_url: 'keep' } },
    [
      { name: 'prompt', value: 'u1' },
      { name: 'model', value: 'keep' },
    ],
  ],
  'gemini-videos': [
    {
      instances: [{ prompt: 'u1', image: { bytesBase64Encoded: 'keep', mimeType: 'keep' } }],
      parameters: { negativePrompt: 'u2', durationSeconds: 8, sampleCount: 1 },
    },
  ],
  'openai-realtime': [
    { type: 'session.update', session: { type: 'keep', instructions: 's1', voice: 'keep' } },
    {
      type: 'response.create',
      response: {
        instructions: 's1',
        input: [{ role: 'user', content: [{ type: 'input_text', text: 'u1' }] }],
      },
    },
    {
      type: 'conversation.item.create',
      event_id: 'keep',
      item: {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'u1' },
          { type: 'input_audio', audio: 'keep' },
        ],
      },
    },
    {
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: 'keep', output: 't1' },
    },
    { type: 'input_audio_buffer.append', audio: 'keep' },
  ],
};
