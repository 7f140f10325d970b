interface Props {
  label: string
  views: readonly (readonly [name: string, label: string])[]
  shown: string
  onShow: (name: string) => void
}

/** Views of one page; which is shown stands in the address. */
export function ViewTabs({ label, views, shown, onShow }: Props) {
  return (
    <div className="tabs mb-4 no-print" role="group" aria-label={label}>
      {views.map(([name, text]) => (
        <button
          key={name}
          type="button"
          className="tab"
          aria-current={name === shown ? 'page' : undefined}
          onClick={() => onShow(name)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
