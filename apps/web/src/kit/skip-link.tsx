import classes from './skip-link.module.css';

/** The first focusable element of a page. It skips the menu. */
export function SkipLink() {
  return (
    <a href={`${window.location.pathname}#main`} className={classes.skip}>
      Skip to content
    </a>
  );
}
