import { Client } from 'pg';

export async function isReady({ origin }) {
  return (await fetch(`${origin}/readyz`)).ok;
}

/** Whether the count of a query is 0. */
export async function isCountZero({ postgres }, query) {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const [{ count }] = (await client.query(query)).rows;
    return count === '0';
  } finally {
    await client.end();
  }
}
