import * as values from './values.js';

export const realtimeSchema = values.mapOf('a map of transcribeModel, speechModel and voice', {
  transcribeModel: values.modelId.optional(),
  speechModel: values.modelId.optional(),
  voice: values.name.optional(),
});
