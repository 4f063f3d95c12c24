import classes from './skip-link.module.css';

/** The first thing that the keyboard comes to: it leads past the menu. */
export function SkipLink() {
  return (
    <a href={`${window.location.pathname}#main`} className={classes.skip}>
      Skip to content
    </a>
  );
}
