import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import { fieldErrors } from './field-errors.js';

const FIELDS = { name: 'name', budget: 'budgetUsd', 'budget.period': 'budgetPeriod', models: 'models' };

function validationError(field?: string): ApiError {
  return new ApiError('is wrong', { status: 400, field });
}

describe('fieldErrors', () => {
  it('assigns an error to the field that it names', () => {
    expect(fieldErrors(validationError('name'), FIELDS)).toEqual({ name: 'is wrong' });
    expect(fieldErrors(validationError('models[2].id'), FIELDS)).toEqual({ models: 'is wrong' });
  });

  it('uses the most specific field of the form', () => {
    expect(fieldErrors(validationError('budget.usd'), FIELDS)).toEqual({ budgetUsd: 'is wrong' });
    expect(fieldErrors(validationError('budget.period'), FIELDS)).toEqual({ budgetPeriod: 'is wrong' });
  });

  it('ignores errors that name no field, or a field that is not in the form', () => {
    expect(fieldErrors(validationError(), FIELDS)).toEqual({});
    expect(fieldErrors(validationError('names'), FIELDS)).toEqual({});
    expect(fieldErrors(new Error('no response'), FIELDS)).toEqual({});
  });
});
