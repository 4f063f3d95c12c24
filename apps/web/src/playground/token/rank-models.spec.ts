import { describe, expect, it } from '@jest/globals';
import { describeModel } from './describe-model.js';
import { findBestModel, rankModels, rememberSelection } from './rank-models.js';
import { readModels } from './playground-model.js';

const MODELS = readModels({
  data: [
    { id: 'sandbox-image', owned_by: 'sandbox', capabilities: ['images'], price: { per_request: 0 } },
    { id: 'unknown', owned_by: 'elsewhere' },
    { id: 'all-rounder', owned_by: 'openai', capabilities: ['chat', 'images', 'realtime'] },
    { id: 'painter', owned_by: 'openai', capabilities: ['images'], price: { per_image: 0.04 } },
    {
      id: 'writer',
      owned_by: 'openai',
      capabilities: ['chat'],
      context_length: 128_000,
      price: { input_per_m_tok: 0.25, output_per_m_tok: 2 },
    },
  ],
});

describe('the default model of a tab', () => {
  it('is a provider model for the capability', () => {
    expect(rankModels(MODELS, 'images').map(({ id }) => id)).toEqual([
      'painter',
      'all-rounder',
      'unknown',
      'sandbox-image',
    ]);
    const [first] = rankModels(
      readModels({
        data: ['a-writer', 'a-realtime'].map((id) => ({ id, capabilities: ['chat', 'realtime'] })),
      }),
      'realtime',
    );
    expect(first?.id).toBe('a-realtime');
    expect(rankModels(MODELS, 'chat').map(({ id }) => id)).toEqual(['writer', 'all-rounder', 'unknown']);
  });

  it('is not an excluded model, unless all are excluded', () => {
    expect(findBestModel(MODELS, 'chat', ['writer'])).toBe('all-rounder');
    expect(findBestModel(MODELS, 'chat', ['writer', 'all-rounder', 'unknown'])).toBe('writer');
    expect(findBestModel(MODELS, 'video')).toBe('unknown');
    expect(findBestModel([], 'video')).toBeUndefined();
  });

  it('is the last selected model', () => {
    rememberSelection('images', 'all-rounder');
    expect(findBestModel(MODELS, 'images')).toBe('all-rounder');
    expect(findBestModel(MODELS, 'chat')).toBe('writer');
  });

  it('is described by its known values', () => {
    expect(MODELS.map(describeModel)).toEqual([
      'sandbox · free',
      'elsewhere',
      'openai',
      'openai · $0.04 per image',
      'openai · 128K context · $0.25 in, $2.00 out per 1M tokens',
    ]);
  });
});
