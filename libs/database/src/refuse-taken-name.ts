import { GatewayError } from '#canonical';
import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';

/** Waits for a write, and throws a GatewayError if its name is already in use. */
export async function refuseTakenName(noun: string, writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const isTaken =
      error instanceof QueryFailedError &&
      (error.driverError as { code?: unknown }).code === UNIQUE_VIOLATION;
    if (!isTaken) throw error;
    throw new GatewayError('wrong-state', `A ${noun} with this name already exists.`, {
      param: 'name',
      code: 'name_taken',
    });
  }
}
