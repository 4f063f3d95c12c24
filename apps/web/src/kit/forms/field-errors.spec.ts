import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import { fieldErrors } from './field-errors.js';

const FIELDS = { name: 'name', budget: 'budgetUsd', 'budget.period': 'budgetPeriod', models: 'models' };

function complaint(field?: string): ApiError {
  return new ApiError('is wrong', { status: 400, field });
}

describe('errors of the gateway in a form', () => {
  it('stand at the field that they name', () => {
    expect(fieldErrors(complaint('name'), FIELDS)).toEqual({ name: 'is wrong' });
    expect(fieldErrors(complaint('models[2].id'), FIELDS)).toEqual({ models: 'is wrong' });
  });

  it('stand at the nearest field that is known', () => {
    expect(fieldErrors(complaint('budget.usd'), FIELDS)).toEqual({ budgetUsd: 'is wrong' });
    expect(fieldErrors(complaint('budget.period'), FIELDS)).toEqual({ budgetPeriod: 'is wrong' });
  });

  it('stand nowhere where no field is meant, or none of this form', () => {
    expect(fieldErrors(complaint(), FIELDS)).toEqual({});
    expect(fieldErrors(complaint('names'), FIELDS)).toEqual({});
    expect(fieldErrors(new Error('no answer'), FIELDS)).toEqual({});
  });
});
