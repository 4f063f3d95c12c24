import * as values from './values.js';

/** Whom to call when something has happened. */
export const webhookSchema = values.mapOf('a map of url and secret', {
  url: values.httpUrl,
  secret: values.webhookSecret.optional(),
});
