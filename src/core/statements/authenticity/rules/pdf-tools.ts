export type ToolKind =
  | 'image_editor'
  | 'online_editor'
  | 'office'
  | 'print_to_pdf'
  | 'document_server'

/** A program that writes PDFs, by the name it leaves in them. What it is, not what it was used for. */
export interface PdfTool {
  kind: ToolKind
  name: string
  pattern: RegExp
}

/** Known programs (formulas section 15); the first that fits counts. Each pattern beside a sample. */
export const PDF_TOOLS: readonly PdfTool[] = [
  // Adobe Photoshop 25.0 (Windows)
  { kind: 'image_editor', name: 'Photoshop', pattern: /photoshop/i },
  // GIMP 2.10.36
  { kind: 'image_editor', name: 'GIMP', pattern: /\bgimp\b/i },
  // Pixlr Editor
  { kind: 'image_editor', name: 'Pixlr', pattern: /pixlr/i },
  // Affinity Publisher 2.4.1
  { kind: 'image_editor', name: 'Affinity', pattern: /affinity (?:photo|designer|publisher)/i },
  // Paint.NET 5.0
  { kind: 'image_editor', name: 'Paint.NET', pattern: /paint\.net/i },
  // Adobe Illustrator 28.1 (Macintosh)
  { kind: 'image_editor', name: 'Illustrator', pattern: /adobe illustrator/i },
  // CorelDRAW 2023
  { kind: 'image_editor', name: 'CorelDRAW', pattern: /corel\s?draw/i },
  // Inkscape 1.3.2 (https://inkscape.org)
  { kind: 'image_editor', name: 'Inkscape', pattern: /inkscape/i },
  // iLovePDF
  { kind: 'online_editor', name: 'iLovePDF', pattern: /ilovepdf/i },
  // Sejda 5.3.1 (sejda.com)
  { kind: 'online_editor', name: 'Sejda', pattern: /sejda/i },
  // Smallpdf.com
  { kind: 'online_editor', name: 'Smallpdf', pattern: /smallpdf/i },
  // PDFescape Online - https://www.pdfescape.com
  { kind: 'online_editor', name: 'PDFescape', pattern: /pdfescape/i },
  // pdfFiller
  { kind: 'online_editor', name: 'pdfFiller', pattern: /pdf\s?filler/i },
  // DocHub PDF
  { kind: 'online_editor', name: 'DocHub', pattern: /dochub/i },
  // Canva
  { kind: 'online_editor', name: 'Canva', pattern: /\bcanva\b/i },
  // Soda PDF Online
  { kind: 'online_editor', name: 'Soda PDF', pattern: /soda\s?pdf/i },
  // PDFill PDF Editor
  { kind: 'online_editor', name: 'PDFill', pattern: /pdfill/i },
  // pdf-lib (https://github.com/Hopding/pdf-lib)
  { kind: 'online_editor', name: 'pdf-lib', pattern: /pdf-lib/i },
  // Foxit PhantomPDF Editor Version 10.1   Foxit PDF Editor
  { kind: 'online_editor', name: 'Foxit editor', pattern: /foxit (?:phantom|pdf editor)/i },
  // Nitro PDF Pro 14   Nitro Pro 13
  { kind: 'online_editor', name: 'Nitro', pattern: /\bnitro (?:pdf|pro|reader)/i },
  // Wondershare PDFelement 10
  { kind: 'online_editor', name: 'PDFelement', pattern: /wondershare|pdfelement/i },
  // Microsoft® Word for Microsoft 365   Microsoft Office Word 2007
  { kind: 'office', name: 'Microsoft Word', pattern: /microsoft.{0,3} (?:office )?word/i },
  // Microsoft® Excel® 2019
  { kind: 'office', name: 'Microsoft Excel', pattern: /microsoft.{0,3} (?:office )?excel/i },
  // LibreOffice 7.6   OpenOffice.org 3.2
  { kind: 'office', name: 'LibreOffice', pattern: /libreoffice|openoffice/i },
  // Google Docs   Skia/PDF m119 Google Docs Renderer   Google Sheets
  { kind: 'office', name: 'Google Docs', pattern: /google (?:docs|sheets)/i },
  // Pages
  { kind: 'office', name: 'Apple Pages', pattern: /^(?:pages|numbers)(?: \d|$)/i },
  // Microsoft: Print To PDF
  { kind: 'print_to_pdf', name: 'Microsoft Print to PDF', pattern: /microsoft:? print to pdf/i },
  // macOS Version 14.1.2 (Build 23B92) Quartz PDFContext
  { kind: 'print_to_pdf', name: 'Quartz', pattern: /quartz pdfcontext/i },
  // Skia/PDF m141
  { kind: 'print_to_pdf', name: 'Chrome', pattern: /skia\/pdf/i },
  // CUPS   cups-pdf
  { kind: 'print_to_pdf', name: 'CUPS', pattern: /\bcups\b/i },
  // GPL Ghostscript 9.55.0
  { kind: 'print_to_pdf', name: 'Ghostscript', pattern: /ghostscript/i },
  // OpenText Exstream Version 16.6   HP Exstream 9.0
  { kind: 'document_server', name: 'Exstream', pattern: /exstream|streamserve|opentext/i },
  // Quadient Inspire 15   GMC Software AG
  { kind: 'document_server', name: 'Inspire', pattern: /quadient|gmc software|inspire/i },
  // ISIS Papyrus   EngageOne Compose   DOC1
  { kind: 'document_server', name: 'Papyrus, EngageOne', pattern: /papyrus|engageone|\bdoc1\b/i },
  // Compart MFFPDF   Xenos D2eVision   Crawford PRO Conversion   InfoPrint
  {
    kind: 'document_server',
    name: 'archive converters',
    pattern: /compart|xenos|crawford|infoprint/i,
  },
  // Adobe PDF Library 15.0   PDFlib+PDI 9.3
  { kind: 'document_server', name: 'PDF libraries', pattern: /adobe pdf library|pdflib/i },
  // iText 2.1.7 by 1T3XT   OpenPDF 1.3.26   Apache FOP Version 2.8   JasperReports Library
  {
    kind: 'document_server',
    name: 'Java libraries',
    pattern: /itext|openpdf|apache fop|jasper|pdfbox/i,
  },
  // Oracle Documaker   SAP NetWeaver 750   Crystal Reports   Aspose.PDF for .NET 23
  {
    kind: 'document_server',
    name: 'report servers',
    pattern: /oracle|\bsap\b|crystal|aspose|telerik/i,
  },
]

/** The known program that left this name, or null. */
export function findTool(name: string | null): PdfTool | null {
  return name === null ? null : (PDF_TOOLS.find(({ pattern }) => pattern.test(name)) ?? null)
}
