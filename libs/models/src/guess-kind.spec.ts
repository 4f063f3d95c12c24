import { describe, expect, it } from '@jest/globals';
import { readShippedModels } from './shipped-models.js';
import { guessKind } from './guess-kind.js';

/** The maximum percentage of models that are not for chat whose kind is guessed wrong. */
const MAX_WRONG_PERCENT = 30;

describe('guessKind', () => {
  it.each([
    ['text-embedding-3-large', 'embedding'],
    ['BAAI/bge-m3', 'embedding'],
    ['BAAI/bge-reranker-v2-m3', 'rerank'],
    ['voyage-rerank-2', 'rerank'],
    ['nomic-embed-text:latest', 'embedding'],
    ['multilingual-e5-large', 'embedding'],
    ['gpt-4o-mini-transcribe', 'transcription'],
    ['Systran/faster-whisper-large-v3', 'transcription'],
    ['gpt-4o-mini-tts', 'speech'],
    ['hexgrad/Kokoro-82M', 'speech'],
    ['gpt-4o-realtime-preview', 'realtime'],
    ['omni-moderation-latest', 'moderation'],
    ['dall-e-3', 'image'],
    ['gpt-image-1', 'image'],
    ['black-forest-labs/FLUX.1-schnell', 'image'],
    ['stable-diffusion-xl-base-1.0', 'image'],
    ['sora-2', 'video'],
    ['wan2.1-t2v-14b', 'video'],
    ['gpt-5-mini', undefined],
    ['claude-opus-4-6', undefined],
    ['my-deployment', undefined],
    ['wander-7b', undefined],
    ['Video-LLaVA-7B', undefined],
    ['qwen2.5-vl-72b-image', undefined],
    ['', undefined],
    ['x-image'.padStart(300, 'a'), undefined],
  ])('classifies %s as %s', (name, kind) => {
    expect(guessKind(name)).toBe(kind);
  });

  it('classifies chat models only as kinds that generate images or audio in conversations', () => {
    const known = readShippedModels().flatMap(({ models }) => models);
    const chatting = known.filter(
      ({ kind, modalities }) => kind === 'chat' && modalities?.output.join() === 'text',
    );
    expect(chatting.length).toBeGreaterThan(500);
    expect(chatting.map(({ id }) => id).filter((id) => guessKind(id) !== undefined)).toEqual([]);
    const others = known.filter(({ kind }) => kind !== 'chat' && kind !== 'completion');
    const wrong = others.filter(({ id, kind }) => guessKind(id) !== kind);
    expect((wrong.length / others.length) * 100).toBeLessThan(MAX_WRONG_PERCENT);
  });
});
