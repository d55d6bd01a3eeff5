/** For an input of files: the same file may be chosen again, after it was refused. */
export const chooseAnew = {
  onClick: ({ currentTarget }: React.MouseEvent<HTMLInputElement>): void => {
    currentTarget.value = '';
  },
};
