import { MODERATION_CATEGORIES } from '#canonical';
import { type Schema, boundedText, constant, anyOf, list, number, object, text, boolean } from './schema.js';

const MAX_TEXT_LENGTH = 1_000_000;

const part = anyOf([
  object({ type: constant('text'), text: boundedText('The text.', { min: 1, max: MAX_TEXT_LENGTH }) }),
  object({
    type: constant('image_url'),
    image_url: object({ url: text('An http or https URL, or a data URL of an image.', { minLength: 1 }) }),
  }),
]);

const perCategory = (value: Schema, description: string): Schema =>
  object(Object.fromEntries(MODERATION_CATEGORIES.map((category) => [category, value])), {}, description);

export const MODERATIONS: Readonly<Record<string, Schema>> = {
  ModerationsRequest: object(
    {
      input: anyOf(
        [
          boundedText('A single string.', { min: 1, max: MAX_TEXT_LENGTH }),
          list(
            boundedText('A string.', { min: 1, max: MAX_TEXT_LENGTH }),
            'Several texts, each moderated separately.',
            {
              min: 1,
              max: 1000,
            },
          ),
          list(part, 'Texts and images that are moderated together.', { min: 1, max: 1000 }),
        ],
        'The input to moderate.',
      ),
    },
    { model: boundedText('The name of the model. The gateway has a default model.', { min: 1, max: 256 }) },
  ),
  ModerationsResponse: object({
    id: text('The id of the response.'),
    model: text('The model.'),
    results: list(
      object({
        flagged: boolean('Whether any category was violated.'),
        categories: perCategory({ type: 'boolean' }, 'Whether each category was violated.'),
        category_scores: perCategory(number('From 0 to 1.'), 'The score of each category.'),
        category_applied_input_types: perCategory(
          list(text('`text` or `image`.'), 'Input types.'),
          'The input types that each category was checked for.',
        ),
      }),
      'One result per text.',
    ),
  }),
};
