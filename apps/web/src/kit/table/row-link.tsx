import { Anchor } from '@mantine/core';
import { type ReactNode } from 'react';
import { Link } from 'react-router';

/** The link of a row that can be clicked as a whole. It keeps its click from the row, which would navigate again. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} fw={550} inherit onClick={(event) => event.stopPropagation()}>
      {children}
    </Anchor>
  );
}
