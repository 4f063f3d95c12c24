/** The result of the tool that a client runs, and the model's text about it. */
export const WEATHER = 'seven degrees and a light rain';
export const TOOL_ANSWER = `The tool said: ${WEATHER}`;
export const TOOL_NAME = 'get_weather';
export const TOOL_PARAMETERS = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Where.' } },
  required: ['city'],
  additionalProperties: false,
};

export const FORECAST = { city: 'Oslo', celsius: 7 };
export const FORECAST_SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, celsius: { type: 'number' } },
  required: ['city', 'celsius'],
  additionalProperties: false,
};

/** A model for embeddings. */
export const EMBEDDING_MODEL = 'embedder';

export const GREETING = 'Good morning to you, and a fine day.';
export const REASONING = 'It is early, so a greeting fits.';
export const USAGE = { input: 121, cached: 0, output: 13, reasoning: 0 };

/** The user's texts, by what the model has to do. */
export const ASK = {
  toGreet: 'Greet me.',
  toThink: 'Greet me. [[think]]',
  toUseTool: 'How is the weather in Oslo? [[tool]]',
  toForecast: 'Forecast the weather in Oslo. [[forecast]]',
  toFail: 'Greet me. [[fail]]',
};

/** The smallest possible image. */
export const IMAGE_BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A model that follows the last word of the user. `thinks`: whether it does so if it is useful. */
export function answer({ userTexts, toolNames, toolResults, schema }, { thinks }) {
  const asked = userTexts.findLast((text) => text.trim() !== '') ?? '';
  if (asked.includes('[[tool]]')) return useTool(toolNames, toolResults, thinks);
  if (asked.includes('[[forecast]]')) return forecast(toolNames, schema);
  const reasoning = thinks && asked.includes('[[think]]') ? REASONING : '';
  return { reasoning, text: GREETING, usage: USAGE };
}

function useTool([name], results, thinks) {
  // Services with results as objects give them to the model as such.
  if (results.some((result) => result.includes(WEATHER))) return { text: TOOL_ANSWER, usage: USAGE };
  if (results.length > 0 || name === undefined)
    return { text: `No weather: ${results.join()}`, usage: USAGE };
  const reasoning = thinks ? 'That has to be looked up.' : '';
  return { reasoning, toolCalls: [{ name, arguments: { city: 'Oslo' } }], usage: USAGE };
}

/** Some libraries let the model call a tool whose parameters are the requested output. */
function forecast([name], schema) {
  if (schema === undefined && name !== undefined)
    return { toolCalls: [{ name, arguments: FORECAST }], usage: USAGE };
  return { text: JSON.stringify(FORECAST), usage: USAGE };
}

/** Services fail while a prompt requests it. */
export function direct({ rawBody }) {
  return rawBody.includes('[[fail]]') ? { kind: 'error', status: 429 } : undefined;
}
