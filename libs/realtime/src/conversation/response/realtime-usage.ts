import { type Usage } from '#canonical';

/** What the chat model has counted. Speech and transcripts are counted apart. */
export function realtimeUsage(usage: Usage | undefined): object | null {
  if (usage === undefined) return null;
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage;
  const { audioInputTokens = 0, imageInputTokens = 0, audioOutputTokens = 0 } = usage;
  return {
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    input_token_details: {
      text_tokens: Math.max(0, inputTokens - audioInputTokens - imageInputTokens),
      audio_tokens: audioInputTokens,
      image_tokens: imageInputTokens,
      cached_tokens: cachedInputTokens,
      cached_tokens_details: { text_tokens: cachedInputTokens, audio_tokens: 0, image_tokens: 0 },
    },
    output_token_details: {
      text_tokens: Math.max(0, outputTokens - audioOutputTokens),
      audio_tokens: audioOutputTokens,
    },
  };
}
