/** A reader that does not load. */
throw new Error('this reader does not load')
